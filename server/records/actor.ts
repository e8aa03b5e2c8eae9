/** The actor of a call, down to its audit line: a user, a key of the public API, or the system itself. */
export type Actor =
  | { type: 'user'; userId: string }
  | { type: 'api-key'; apiKeyId: string; name: string }
  | { type: 'system' }

export const SYSTEM: Actor = { type: 'system' }

/**
 * Columns that name the author of a row: the id of a user, or the id and present name of a key. The name outlives the
 * key.
 */
export const authorOf = (actor: Actor) => ({
  userId: actor.type === 'user' ? actor.userId : null,
  apiKeyId: actor.type === 'api-key' ? actor.apiKeyId : null,
  apiKeyName: actor.type === 'api-key' ? actor.name : null,
})
/** The key that wrote a row. */
export const keyOf = ({ apiKeyId, apiKeyName }: { apiKeyId: string | null; apiKeyName: string | null }) =>
  apiKeyId === null ? null : { id: apiKeyId, name: apiKeyName ?? '' }
