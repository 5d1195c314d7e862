/**
 * Trees of HTML as domhandler builds them.
 * @module
 */
import type { AnyNode, Element, ParentNode } from 'domhandler';

/** True for a node with children that a walk should enter. */
export function hasChildren(node: AnyNode): node is AnyNode & ParentNode {
  return 'children' in node;
}

/** True for elements, scripts and styles included. */
export function isElement(node: AnyNode): node is Element {
  return 'attribs' in node;
}

/** How many elements nest in each other at the deepest place. Works in a loop, so a bomb cannot overflow the stack. */
export function measureDepth(root: ParentNode): number {
  let deepest = 0;
  const stack: [AnyNode, number][] = root.children.map((child) => [child, 1]);
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const [node, level] = entry;
    if (!isElement(node)) continue;
    deepest = Math.max(deepest, level);
    for (const child of node.children) stack.push([child, level + 1]);
  }
  return deepest;
}
