import { scrypt, scryptSync } from 'node:crypto'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import './rememberPasswords.ts'

const OPTIONS = { N: 16_384, r: 16, p: 1, maxmem: 64 * 2 ** 20 }

test('computes the key of a password and its salt once, and accepts no other password for it', async () => {
  const hash = await hashPassword('correct horse')
  const [salt = '', key = ''] = hash.split(':')
  expect(key).toBe(scryptSync('correct horse', salt, 64, OPTIONS).toString('hex'))
  expect(await verifyPassword({ hash, password: 'correct horse' })).toBe(true)
  expect(await verifyPassword({ hash, password: 'correct horses' })).toBe(false)
  expect(await hashPassword('correct horse')).not.toBe(hash)

  const keyOf = (password: string) =>
    new Promise((found) => scrypt(password, salt, 64, OPTIONS, (_error, one) => found(one)))
  const first = await keyOf('battery')
  expect(await keyOf('battery')).toBe(first)
  expect(await keyOf('staple')).not.toEqual(first)
})
