/** Requests to the server. What it refuses becomes a `Refused` with the server's sentence. */

import { maybe } from "../i18n/index.svelte";
import type { Refusal } from "./types";

export class Refused extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly status = 0,
  ) {
    super(message);
  }
}

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const refusal = (await response.json().catch(() => null)) as Partial<Refusal> | null;
  const sentence = refusal?.error ?? `${response.status} ${response.statusText}`;
  throw new Refused(sentence, refusal?.code ?? "refused", response.status);
}

export async function get<T>(path: string, query: Record<string, string | number | null | undefined> = {}): Promise<T> {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return answer<T>(await fetch(`/api${path}${search ? `?${search}` : ""}`, { headers: { Accept: "application/json" } }));
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  return answer<T>(await fetch(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Send a file as it is. */
export async function upload<T>(path: string, file: Blob): Promise<T> {
  const headers = { "Content-Type": "application/octet-stream", Accept: "application/json" };
  return answer<T>(await fetch(`/api${path}`, { method: "POST", headers, body: file }));
}

export async function remove<T>(path: string): Promise<T> {
  return answer<T>(await fetch(`/api${path}`, { method: "DELETE" }));
}

/** What went wrong. The server's sentences are English; the commonest have a text in each language (`refusal.` and the sentence). */
export function sentence(error: unknown): string {
  return error instanceof Error ? maybe(`refusal.${error.message}`, error.message) : String(error);
}
