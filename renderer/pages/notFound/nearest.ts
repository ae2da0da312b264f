/** Somewhere a person can go. */
export type Place = { key: string; name: string; path: string };

/** How many letters must be put in, taken out or changed. */
const lettersApart = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (let to = 0; to < b.length; to += 1) {
      const changed = (row[to] ?? 0) + (letter === b[to] ? 0 : 1);
      next.push(Math.min(changed, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length >= 3);

/** 0: the same word, 1: begins alike, then by the letters that differ; null: another word. */
const apart = (asked: string, word: string): number | null => {
  if (asked === word) return 0;
  if (word.startsWith(asked) || asked.startsWith(word)) return 1;
  const letters = lettersApart(asked, word);
  return letters <= Math.max(1, Math.floor(asked.length / 3)) ? 1 + letters : null;
};

const readable = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

/** The places whose address or name is written most like an address that leads nowhere, nearest first. */
export const nearestPlaces = (address: string, places: readonly Place[], most: number): Place[] => {
  const asked = wordsOf(readable(address));
  const near = places.flatMap((place) => {
    const own = wordsOf(`${place.path} ${place.name}`);
    const found = asked.flatMap((one) => own.map((word) => apart(one, word)).filter((distance) => distance !== null));
    return found.length === 0 ? [] : [{ place, distance: Math.min(...found), words: found.length }];
  });
  return near
    .sort((a, b) => a.distance - b.distance || b.words - a.words)
    .slice(0, most)
    .map(({ place }) => place);
};
