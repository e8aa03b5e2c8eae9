/** Encrypts the secrets of the database that the server must read again, with AES-256-GCM. */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

/** A stored secret is encrypted with a key that this process does not have. */
export class KeyUnknown extends Error {}

export interface Vault {
  /** Encrypts a text for one place, `webhook:ID`. Copied to another place, the result does not open. */
  seal(text: string, place: string): string
  /** Throws KeyUnknown where no key opens it. */
  open(sealed: string, place: string): string
  /** True where the newest key encrypted it. */
  isCurrent(sealed: string): boolean
}

export const KEY_BYTES = 32
/** In the data directory; a line for each key, the newest first. */
export const KEY_FILE = 'secrets.key'
const CIPHER = 'aes-256-gcm'
const PREFIX = 'sealed'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(`${PREFIX}:`)

/** `sealed:KEY:CONTENT`, where KEY says which key opens it, and CONTENT is nonce, tag and text. */
export function openVault(keys: readonly Buffer[]): Vault {
  const byName = new Map(keys.map((key) => [hash('sha256', key).slice(0, 8), key]))
  const [newest] = byName
  if (!newest) throw new Error('a vault needs a key')
  const [newestName, newestKey] = newest
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, newestKey, nonce).setAAD(Buffer.from(place))
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const whole = Buffer.concat([nonce, cipher.getAuthTag(), content])
      return `${PREFIX}:${newestName}:${whole.toString('base64url')}`
    },
    open(sealed, place) {
      const [, name = '', content = ''] = sealed.split(':')
      const key = byName.get(name)
      if (!key) throw new KeyUnknown(`no key opens the secret ${place}`)
      const whole = Buffer.from(content, 'base64url')
      const [tagAt, textAt] = [NONCE_BYTES, NONCE_BYTES + TAG_BYTES]
      try {
        const decipher = createDecipheriv(CIPHER, key, whole.subarray(0, tagAt), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAAD(Buffer.from(place)).setAuthTag(whole.subarray(tagAt, textAt))
        return decipher.update(whole.subarray(textAt), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new KeyUnknown(`the secret ${place} was changed or moved`, { cause })
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${PREFIX}:${newestName}:`),
  }
}

/** Reads keys that are separated by commas or lines, the newest first. Null where one is not 32 bytes of Base64. */
export function readKeys(text: string): Buffer[] | null {
  const keys = text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => Buffer.from(one, 'base64'))
  return keys.length > 0 && keys.every(({ length }) => length === KEY_BYTES) ? keys : null
}
