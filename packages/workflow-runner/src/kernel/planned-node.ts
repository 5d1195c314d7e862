/**
 * A node of a graph with everything a run needs to know of it.
 * @module
 */
import type { GraphEdge, NodeDefinition, NodeFacts, OutputKind } from '@nodetool-ai/protocol';
import type { InEdge, InHandle } from './matcher.js';

/** A node ready to run. */
export interface PlannedNode {
  definition: NodeDefinition;
  facts: NodeFacts;
  /** What the workflow calls the node from outside: the property `name`, else its name, else its id. */
  publicName: string;
  /** Values of user-added inputs that come from no edge. */
  dynamicValues: ReadonlyMap<string, unknown>;
  kinds: ReadonlyMap<string, OutputKind>;
  /** Nobody named the outputs: what the node writes to is an output. */
  isOpen: boolean;
  /** Edges into the node, in the order of the graph; `handles` and `inEdges` count in it. */
  edgesIn: GraphEdge[];
  inEdges: InEdge[];
  handles: InHandle[];
  edgesOut: GraphEdge[];
}
