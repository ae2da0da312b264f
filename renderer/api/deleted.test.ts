import { describe, expect, it } from 'vitest';
import { asksFor, deletedId } from './deleted.ts';

const params = { unitId: 'u1', photoId: 'p1' };

describe('what a call deletes', () => {
  it('is the last parameter of a path that ends with it', () => {
    expect(deletedId({ method: 'delete', path: '/units/{unitId}' }, { params })).toBe('u1');
    expect(deletedId({ method: 'delete', path: '/units/{unitId}/photos/{photoId}' }, { params })).toBe('p1');
  });

  it('is nothing where the path ends with a word, or the call deletes nothing', () => {
    expect(deletedId({ method: 'delete', path: '/units/{unitId}/photo' }, { params })).toBeUndefined();
    expect(deletedId({ method: 'put', path: '/units/{unitId}' }, { params })).toBeUndefined();
  });
});

describe('a query', () => {
  it('asks for what a parameter of its path or its query names', () => {
    expect(asksFor(['endpoint', '/api/plant', 'get', '/units/{id}', { params: { id: 'u1' } }], 'u1')).toBe(true);
    expect(asksFor(['endpoint', '/api/plant', 'get', '/changes', { query: { subject: 'u1' } }], 'u1')).toBe(true);
  });

  it('does not ask for others, for everything, or for nothing', () => {
    expect(asksFor(['endpoint', '/api/plant', 'get', '/units/{id}', { params: { id: 'u2' } }], 'u1')).toBe(false);
    expect(asksFor(['endpoint', '/api/plant', 'get', '/units', {}], 'u1')).toBe(false);
    expect(asksFor(['health'], 'u1')).toBe(false);
    expect(asksFor(['endpoint', '/api/plant', 'get', '/units', { params: { id: undefined } }], undefined)).toBe(false);
  });
});
