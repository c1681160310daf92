/** A card in words. */

import type { Card } from "../api/types";
import { maybe, t } from "../i18n/index.svelte";
import { say } from "../words";

/** Whether there is more to read on a card than its name. */
export function tells(card: Card): boolean {
  return !card.hidden && (card.text !== null || card.kind !== "card");
}

export function statesOf(card: Card): { id: string; name: string }[] {
  const shown = card.states.filter((state) => state !== "can_attack");
  return shown.map((state) => ({ id: state, name: maybe(`state.${state}`, state.replaceAll("_", " ")) }));
}

/** Its numbers except the cost: "attack 2, health 3 of 4". */
export function numbersOf(card: Card): string[] {
  const { attack, health, full_health: full } = card;
  return [
    attack === null ? "" : t("cards.attack", { attack }),
    health === null ? "" : full !== null && full !== health ? t("cards.health_of", { health, full }) : t("cards.health", { health }),
    card.armour ? t("cards.armour", { armour: card.armour }) : "",
    card.durability === null ? "" : t("cards.durability", { durability: card.durability }),
  ].filter(Boolean);
}

/** The whole card, for a screen reader. */
export function wordsOf(card: Card): string {
  if (card.hidden) return t("cards.hidden");
  const cost = card.cost === null ? "" : t("cards.cost", { cost: card.cost });
  return [say(card.name), cost, ...numbersOf(card), ...statesOf(card).map((state) => state.name), card.text ? say(card.text) : ""]
    .filter(Boolean)
    .join(", ");
}
