/** Who acts, from the door to the audit line: a person, a key of the public API, or the system by itself. */
export type Actor =
  | { type: 'user'; userId: string }
  | { type: 'api-key'; apiKeyId: string }
  | { type: 'system' }

export const SYSTEM: Actor = { type: 'system' }
