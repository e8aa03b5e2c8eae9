import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys that a browser subscribes to pushes with, and how it reads them (RFC 8291 and 8188). */
export function browserKeys() {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys('base64url')
  const auth = randomBytes(16)
  return {
    keys: { p256dh, auth: auth.toString('base64url') },
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const keyLength = body.readUInt8(20)
      const serverKey = body.subarray(21, 21 + keyLength)
      const sealed = body.subarray(21 + keyLength)
      const shared = ecdh.computeSecret(serverKey)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey])
      const ikm = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
      const derive = (use: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from(`Content-Encoding: ${use}\0`), bytes))
      const opener = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      opener.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()])
      return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
    },
  }
}
