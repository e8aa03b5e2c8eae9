import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { KeyUnknown, openVault, readKeys } from './vault.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]

test('opens what it encrypted, and encrypts the same text differently each time', () => {
  const vault = openVault([older])
  const [one, other] = [vault.seal('whsec_ü', 'webhook:1'), vault.seal('whsec_ü', 'webhook:1')]
  expect(one).not.toBe(other)
  expect([one, other].map((sealed) => vault.open(sealed, 'webhook:1'))).toEqual(['whsec_ü', 'whsec_ü'])
  expect(vault.open(vault.seal('', 'webhook:1'), 'webhook:1')).toBe('')
})

test('refuses a secret in another place, and one that was changed or cut', () => {
  const vault = openVault([older])
  const sealed = vault.seal('secret', 'webhook:1')
  expect(() => vault.open(sealed, 'webhook:2')).toThrow(KeyUnknown)
  const [prefix, name, content = ''] = sealed.split(':')
  const bytes = Buffer.from(content, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => vault.open(`${prefix}:${name}:${changed.toString('base64url')}`, 'webhook:1')).toThrow(
      KeyUnknown,
    )
    const cut = bytes.subarray(0, at).toString('base64url')
    expect(() => vault.open(`${prefix}:${name}:${cut}`, 'webhook:1')).toThrow(KeyUnknown)
  }
})

test('opens what an older key encrypted while the key is in the list, and encrypts with the newest', () => {
  const sealed = openVault([older]).seal('secret', 'here')
  const both = openVault([newer, older])
  expect(both.open(sealed, 'here')).toBe('secret')
  expect([both.isCurrent(sealed), both.isCurrent(both.seal('secret', 'here'))]).toEqual([false, true])
  expect(() => openVault([newer]).open(sealed, 'here')).toThrow(KeyUnknown)
})

test('reads keys between commas and lines, and refuses a short one', () => {
  const text = [newer, older].map((key) => key.toString('base64'))
  for (const between of [',', '\n', ', ']) expect(readKeys(`${text.join(between)}\n`)).toEqual([newer, older])
  for (const wrong of ['', 'x', `${text[0]},${randomBytes(31).toString('base64')}`])
    expect(readKeys(wrong)).toBeNull()
})
