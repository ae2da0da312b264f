export const TOKEN = 'hub-token';

class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const ask = async (path, { method = 'GET', body } = {}) => {
  const token = sessionStorage.getItem(TOKEN);
  const headers = { ...(token && { Authorization: `Bearer ${token}` }), ...(body && { 'Content-Type': 'application/json' }) };
  const response = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return { answer, asOf: response.headers.get('X-As-Of') };
  throw new Refused(response.status, answer.message ?? `The hub answered ${response.status}.`);
};

/** Something was changed: the page shows what there is now. */
export const changed = () => dispatchEvent(new Event('changed'));
