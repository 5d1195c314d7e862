/**
 * The 80 classes of COCO in their order.
 * @module
 */

/** Names by class number, from 0. */
export const COCO_LABELS: readonly string[] = (
  'person,bicycle,car,motorcycle,airplane,bus,train,truck,boat,traffic light,fire hydrant,stop sign,parking meter,bench,' +
  'bird,cat,dog,horse,sheep,cow,elephant,bear,zebra,giraffe,backpack,umbrella,handbag,tie,suitcase,frisbee,skis,snowboard,' +
  'sports ball,kite,baseball bat,baseball glove,skateboard,surfboard,tennis racket,bottle,wine glass,cup,fork,knife,spoon,' +
  'bowl,banana,apple,sandwich,orange,broccoli,carrot,hot dog,pizza,donut,cake,chair,couch,potted plant,bed,dining table,' +
  'toilet,tv,laptop,mouse,remote,keyboard,cell phone,microwave,oven,toaster,sink,refrigerator,book,clock,vase,scissors,' +
  'teddy bear,hair drier,toothbrush'
).split(',');

/** Numbers that the 91-number form of the list leaves out. */
const GAPS = [12, 26, 29, 30, 45, 66, 68, 69, 71, 83];

/** Name of a number of the form from 1 to 90; `undefined` for the gaps. */
export function cocoLabelOfId(id: number): string | undefined {
  if (GAPS.includes(id)) return undefined;
  return COCO_LABELS[id - 1 - GAPS.filter((gap) => gap < id).length];
}
