/**
 * Models that are known by name.
 * @module
 */

/** What a model is for. */
export type ModelTask = 'classify' | 'embed' | 'detect' | 'answer';

/** A model that may be there or not. */
export interface KnownModel {
  id: string;
  tasks: readonly ModelTask[];
  license: string;
  /** Numbers that black and white become. */
  range: readonly [number, number];
  /** Node of a graph whose value is the embedding. */
  embeddingNode?: string;
  /** Where to get it. */
  how: string;
}

const FOLDER = "Put model.json, its shards and labels.json into the folder <id> of the host's model folder";

/** By id; the first one of a task is its default. */
export const KNOWN_MODELS: readonly KnownModel[] = [
  {
    id: 'mobilenet-v2-1.0',
    tasks: ['classify', 'embed'],
    license: 'Apache-2.0',
    range: [0, 1],
    embeddingNode: 'module_apply_default/MobilenetV2/Logits/AvgPool',
    how: FOLDER,
  },
  { id: 'nsfw-mobilenet-v2', tasks: ['classify'], license: 'MIT', range: [0, 1], how: FOLDER },
  {
    id: 'centernet',
    tasks: ['detect'],
    license: 'MIT',
    range: [0, 255],
    how: 'Install it on the host: npm install @vladmandic/human',
  },
  { id: 'coco-ssd-mobilenet-v2', tasks: ['detect'], license: 'Apache-2.0', range: [0, 255], how: FOLDER },
  {
    id: 'mobilebert-qna',
    tasks: ['answer'],
    license: 'Apache-2.0',
    range: [0, 1],
    how: "Put model.json, its shards and vocab.json into the folder <id> of the host's model folder",
  },
];

/** The model of an id, or what stands for models of the host that have no entry. */
export function knownModel(id: string): KnownModel | undefined {
  return KNOWN_MODELS.find((model) => model.id === id);
}

/** The default model of a task. */
export function defaultModel(task: ModelTask): string {
  return KNOWN_MODELS.find(({ tasks }) => tasks.includes(task))?.id ?? '';
}
