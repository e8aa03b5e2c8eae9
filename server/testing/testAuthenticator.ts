/** Code that an authenticator app shows, for tests: RFC 6238 with SHA-1, six digits and steps of 30 s. */
import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of this step of 30 s, or of one `later`: the server takes those of its neighbours too, each once. */
export function codeOfApp(otpauthUri: string, later = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const digest = createHmac('sha1', secretOfApp(otpauthUri)).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

export function secretOfApp(otpauthUri: string): Buffer {
  const letters = [...(new URL(otpauthUri).searchParams.get('secret') ?? '')]
  const bits = letters.map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}
