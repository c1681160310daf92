/** Requests to the server. A refusal becomes a `Refused` with the server's sentence. */

import { complaint, say, type Said } from "../words";
import { linkHeaders } from "./link";
import type { CommandRefused, Refusal } from "./types";

export class Refused extends Error {
  constructor(
    readonly said: Said,
    readonly kind: string,
  ) {
    super(say(said));
  }

  static of(refusal: Refusal | CommandRefused): Refused {
    return new Refused({ code: refusal.code, parameters: refusal.parameters, en: refusal.error }, refusal.kind);
  }
}

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const refusal = (await response.json().catch(() => null)) as Refusal | null;
  if (refusal?.code) throw Refused.of(refusal);
  throw new Refused(`${response.status} ${response.statusText}`, "refused");
}

type Query = Record<string, string | number | null | undefined>;

function address(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/api${path}${search ? `?${search}` : ""}`;
}

export async function get<T>(path: string, query: Query = {}): Promise<T> {
  return answer<T>(await fetch(address(path, query), { headers: { Accept: "application/json", ...linkHeaders } }));
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const headers = { "Content-Type": "application/json", Accept: "application/json", ...linkHeaders };
  return answer<T>(await fetch(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Send a file as it is. */
export async function upload<T>(path: string, file: Blob): Promise<T> {
  const headers = { "Content-Type": "application/octet-stream", Accept: "application/json" };
  return answer<T>(await fetch(`/api${path}`, { method: "POST", headers, body: file }));
}

export async function remove<T>(path: string, query: Query = {}): Promise<T> {
  return answer<T>(await fetch(address(path, query), { method: "DELETE" }));
}

/** What went wrong, as the visitor reads it. */
export function sentence(error: unknown): string {
  if (error instanceof Refused) return complaint(error.said);
  return error instanceof Error ? error.message : String(error);
}
