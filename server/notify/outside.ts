/**
 * Requests to addresses that people entered. None may reach hosts that only this machine or its network can
 * reach. Each name is resolved once, every address is checked, and the connection goes to a checked address.
 * Redirects are not followed.
 */
import { type LookupAddress, lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { listOf } from '#server/platform/networks.ts'
import { elsewhere } from '#server/platform/organizationAtWork.ts'

export class AddressRefused extends Error {}

export interface OutsideAnswer {
  status: number
  body: string
}

export interface Outside {
  /**
   * Throws AddressRefused for an address that `post` would refuse now. A name without an answer from the name server
   * is accepted, because its server may be away for a moment.
   */
  check(url: string): Promise<void>
  post(url: string, call: { headers: Record<string, string>; body: string | Buffer }): Promise<OutsideAnswer>
}

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 65_536
/** A person waits for the check of an address, so a slow name server counts as one without an answer. */
const CHECK_MS = 3000

const PRIVATE_V4 = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
]
/**
 * Excluded ranges of the routed space (2000::/3): tunnels, which lead to any IPv4 address, and documentation ranges.
 */
const PRIVATE_V6 = ['2001::/23 2001:db8::/32 2002::/16 3fff::/20']

/** `allowed` are addresses and networks of their own that an operator lets be called, with commas between. */
export function openOutside(allowed = '', lookUp: typeof lookup = lookup): Outside {
  const isPrivate = privateAddresses(allowed)
  const checked: LookupFunction = (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const refused = found.find(({ address }) => isPrivate(address))
      if (refused)
        return done(new AddressRefused(`${hostname} is ${refused.address}, which is not on the internet`), [])
      const [first] = found as [LookupAddress]
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
  }

  function parsed(url: string): URL {
    if (!URL.canParse(url)) throw new AddressRefused('not an address')
    const target = new URL(url)
    const { protocol, username, password } = target
    if (protocol !== 'https:' && protocol !== 'http:')
      throw new AddressRefused('an address begins with https:// or http://')
    if (username || password) throw new AddressRefused('an address may not contain a password')
    const literal = plainHost(target)
    if (isIP(literal) && isPrivate(literal)) throw new AddressRefused(`${literal} is not on the internet`)
    return target
  }

  return {
    async check(url) {
      const name = plainHost(parsed(url))
      const answered = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, CHECK_MS)
        checked(name, {}, (error) => {
          clearTimeout(timer)
          if (error instanceof AddressRefused) reject(error)
          else resolve()
        })
      })
      await elsewhere(() => answered)
    },
    post(url, { headers, body }) {
      return new Promise((resolve, reject) => {
        const target = parsed(url)
        const send = target.protocol === 'https:' ? httpsRequest : httpRequest
        const call = send(
          target,
          {
            method: 'POST',
            headers: { ...headers, 'content-length': Buffer.byteLength(body) },
            lookup: checked,
            // A connection that was made for another name could lead elsewhere.
            agent: false,
            signal: AbortSignal.timeout(TIMEOUT_MS),
          },
          (answer) => {
            const chunks: Buffer[] = []
            let bytes = 0
            answer.on('data', (chunk: Buffer) => {
              bytes += chunk.length
              if (bytes <= MAX_ANSWER_BYTES) chunks.push(chunk)
              else answer.destroy(new Error('the answer is too long'))
            })
            answer.on('error', reject)
            answer.on('end', () =>
              resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
            )
          },
        )
        call.on('error', reject)
        call.end(body)
      })
    },
  }
}

/** Name or address of the host; `URL` writes an IPv6 address in brackets. */
const plainHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

function privateAddresses(allowed: string): (address: string) => boolean {
  const own = listOf(allowed.split(','))
  const v4 = listOf(PRIVATE_V4.join(' ').split(' '))
  const v6 = listOf(PRIVATE_V6.join(' ').split(' '))
  const routed = listOf(['2000::/3'])
  return (address) => {
    const plain = mappedV4(address) ?? address
    const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6'
    if (own.check(plain, family)) return false
    if (family === 'ipv4') return v4.check(plain, family)
    return !routed.check(plain, family) || v6.check(plain, family)
  }
}

/** The IPv4 address that an IPv6 one only wraps; `URL` writes it in hexadecimal. */
function mappedV4(address: string): string | null {
  if (isIP(address) !== 6) return null
  const written = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(written) ?? []
  if (high === undefined || low === undefined) return null
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [h >> 8, h & 255, l >> 8, l & 255].join('.')
}
