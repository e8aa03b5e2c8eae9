/** Who acts, from the call to the audit line: a person, a key of the public API, or the system by itself. */
export type Actor =
  | { type: 'user'; userId: string }
  | { type: 'api-key'; apiKeyId: string; name: string }
  | { type: 'system' }

export const SYSTEM: Actor = { type: 'system' }

/** Whose words a row holds: a person's by their id, a key's by the name that it has now, which outlives it. */
export const authorOf = (actor: Actor) => ({
  userId: actor.type === 'user' ? actor.userId : null,
  apiKeyId: actor.type === 'api-key' ? actor.apiKeyId : null,
  apiKeyName: actor.type === 'api-key' ? actor.name : null,
})
/** The key whose words a row holds. */
export const keyOf = ({ apiKeyId, apiKeyName }: { apiKeyId: string | null; apiKeyName: string | null }) =>
  apiKeyId === null ? null : { id: apiKeyId, name: apiKeyName ?? '' }
