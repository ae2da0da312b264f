import { text } from './words/language.js';

export const TOKEN = 'hub-token';

class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** @param industry of the plant that the path names, for whoever may see several of it. */
export const ask = async (path, { method = 'GET', body, industry } = {}) => {
  const token = sessionStorage.getItem(TOKEN);
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body && { 'Content-Type': 'application/json' }),
    ...(industry && { 'X-Industry': encodeURIComponent(industry) }),
  };
  const asked = fetch(path, { method, headers, cache: 'no-store', ...(body && { body: JSON.stringify(body) }) });
  const response = await asked.catch(() => {
    throw new Refused(0, text.unreached);
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return { answer, asOf: response.headers.get('X-As-Of') };
  throw new Refused(response.status, text.refused(answer.code, answer.message ?? text.unreadable(response.status)));
};

/** Something was changed: the page shows what there is now. */
export const changed = () => dispatchEvent(new Event('changed'));
