/**
 * Second module of the dates pack: languages, one by one, so that no other is bundled.
 * @module
 */
import { de } from 'date-fns/locale/de';
import { enGB } from 'date-fns/locale/en-GB';
import { es } from 'date-fns/locale/es';
import { fr } from 'date-fns/locale/fr';
import { it } from 'date-fns/locale/it';
import { ja } from 'date-fns/locale/ja';
import { ko } from 'date-fns/locale/ko';
import { nl } from 'date-fns/locale/nl';
import { pl } from 'date-fns/locale/pl';
import { ptBR } from 'date-fns/locale/pt-BR';
import { ru } from 'date-fns/locale/ru';
import { sv } from 'date-fns/locale/sv';
import { tr } from 'date-fns/locale/tr';
import { uk } from 'date-fns/locale/uk';
import { zhCN } from 'date-fns/locale/zh-CN';

export { de, enGB, es, fr, it, ja, ko, nl, pl, ptBR, ru, sv, tr, uk, zhCN };

const locale = Object.freeze({ de, enGB, es, fr, it, ja, ko, nl, pl, ptBR, ru, sv, tr, uk, zhCN });
export default locale;
