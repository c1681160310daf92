/** What a tree looks like after some steps of a trace. */

import type { LessonTrace, TraceStep } from "../api/types";

export interface NodeState {
  seen: boolean;
  /** On the line from the root to where the search stands. */
  active: boolean;
  here: boolean;
  cut: boolean;
  /** The value for seat 0 (MAX), as a textbook draws it; final when the search has left the node. */
  value: number | null;
  final: boolean;
  window: readonly [number | null, number | null] | null;
  visits: number | null;
  values: number[] | null;
  proven: boolean;
}

/** The state of every node after step `at`. */
export function fold(trace: LessonTrace, at: number): NodeState[] {
  const states: NodeState[] = trace.nodes.map(() => ({
    seen: false,
    active: false,
    here: false,
    cut: false,
    value: null,
    final: false,
    window: null,
    visits: null,
    values: null,
    proven: false,
  }));
  const root = states[0];
  if (root) root.seen = true;
  trace.steps.slice(0, at + 1).forEach((step) => apply(states, step));
  let node = trace.steps[at]?.node ?? null;
  const here = node === null ? undefined : states[node];
  if (here) here.here = true;
  while (node !== null) {
    const state = states[node];
    if (state) state.active = true;
    node = trace.nodes[node]?.parent ?? null;
  }
  return states;
}

function apply(states: NodeState[], step: TraceStep): void {
  for (const skipped of step.skipped) {
    const state = states[skipped];
    if (state) state.cut = true;
  }
  const state = step.node === null ? undefined : states[step.node];
  if (!state) return;
  state.seen = true;
  state.cut = false;
  if (step.max_window) state.window = step.max_window;
  if (step.max_value !== null) state.value = step.max_value;
  if (step.kind === "leave" || step.kind === "leaf") state.final = true;
  if (step.kind === "backup") {
    state.visits = step.visits;
    state.values = step.values;
  }
  if (step.kind === "prove") state.proven = true;
}
