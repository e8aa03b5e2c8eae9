/**
 * Lets this process compute the key of a password and its salt only once. Computing takes a tenth of a second at each
 * sign-in of a test. The key is the same to the last bit, and a password that meets another salt is computed as usual.
 */
import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { promisify } from 'node:util'

type Asked = [password: string, salt: string, bytes: number, options: ScryptOptions]

const compute: (...asked: Asked) => Promise<Buffer> = promisify(crypto.scrypt)
const known = new Map<string, Promise<Buffer>>()

const remembering = (...all: [...Asked, (error: Error | null, key?: Buffer) => void]) => {
  const [password, salt, bytes, options, done] = all
  const name = JSON.stringify([password, salt, bytes, options])
  const key = known.get(name) ?? compute(password, salt, bytes, options)
  known.set(name, key)
  key.then((found) => done(null, found), done)
}
crypto.scrypt = remembering as typeof crypto.scrypt
syncBuiltinESMExports()
