/** Signs a user in on a wall screen: the identity engine checks the credentials, and its session never reaches the browser. */
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { BodyOf, OutputOf } from '#contract/wire/endpoint.ts'
import { Problem, type ProblemCode } from '#contract/wire/errors.ts'
import { type signInAtWall, WALL_PASS_MINUTES } from '#contract/wire/wallLink.ts'
import { requireSecondFactor, type UserCaller } from '#server/access/caller.ts'
import { hashOfKey } from '#server/access/hashOfKey.ts'
import { issueExchangeToken } from '#server/access/issueExchangeToken.ts'
import { basePathOf } from '#server/access/origins.ts'
import type { RefusedReason } from '#server/access/refusals.ts'
import { redeemCode } from '#server/access/signInCodes.ts'
import type { Claims } from '#server/access/tokens.ts'
import { findUser, identityOf } from '#server/records/users.ts'
import { endSession, insertPass, type WallLinkRow } from '#server/records/wallLinks.ts'
import { pathOfCode, refusalOf } from '../identity/identityEndpoints.ts'
import { requireIdentityEngine } from '../identity/requireIdentityEngine.ts'
import { noteRefused, tryPassword } from '../identity/tryPassword.ts'
import type { Services } from '../serve.ts'
import { mayActAtWall } from './wallScope.ts'

type Given = BodyOf<typeof signInAtWall>
type Answer = OutputOf<typeof signInAtWall>
type Asking = Pick<Services, 'db' | 'clock' | 'access' | 'background' | 'publicUrl'>

/** Checks the credentials and answers a pass, or asks for the second factor. */
export async function signInHere(
  services: Asking,
  wall: WallLinkRow,
  given: Given,
  ip: string,
): Promise<Answer> {
  const engine = openEngine(services, ip)
  const first = await firstFactor(services, engine, given, ip)
  if (first.identityId !== null) {
    if (given.code === undefined) {
      // The engine's challenge is in a cookie of its own, so the next call begins with a token for one use.
      const next = await issueExchangeToken(services, first.identityId)
      return { pass: null, name: null, expires_at: null, continue: next }
    }
    if (!(await services.access.limits.mayTryCode(ip))) throw new Problem('TOO_MANY_ATTEMPTS')
    const { path, body } = pathOfCode({ code: given.code })
    await engine.ask(path, JSON.parse(body), 'INVALID_OTP')
  }
  const { caller, claims } = await engine.signedIn()
  return givePass(services, wall, caller, claims)
}

async function givePass(
  { db, clock }: Asking,
  wall: WallLinkRow,
  caller: UserCaller,
  claims: Claims,
): Promise<Answer> {
  try {
    requireSecondFactor(caller)
    if (!(await mayActAtWall(db, wall, caller))) throw new Problem('not_allowed')
  } catch (error) {
    await endSession(db, claims.sessionId)
    throw error
  }
  const pass = randomBytes(32).toString('base64url')
  const expiresAt = new Date(clock.nowMs() + WALL_PASS_MINUTES * MINUTE_MS)
  const { sessionId, identityId } = claims
  const secretHash = hashOfKey(pass)
  await db.transaction((tx) =>
    insertPass(tx, { secretHash, wallLinkId: wall.id, sessionId, identityId, expiresAt }),
  )
  const known = await findUser(db, caller.userId)
  return { pass, name: known?.user.name ?? '', expires_at: expiresAt.toISOString(), continue: null }
}

/** Password, mailed code, or the token of an earlier call. `identityId` is set where the second factor is missing. */
async function firstFactor(
  { db, clock, access, background }: Asking,
  engine: Engine,
  given: Given,
  ip: string,
): Promise<{ identityId: string | null }> {
  const { email, password, otp } = given
  const note = (reason: RefusedReason) => noteRefused({ access, background }, email, reason, ip)
  if (password !== undefined) {
    const answer = await tryPassword({ access, background }, email, ip, () =>
      engine.send('/sign-in/email', { email, password }),
    )
    const { isAsked } = await engine.read(answer, 'INVALID_CREDENTIALS')
    return { identityId: isAsked ? await identityOf(db, email) : null }
  }
  if (!(await access.limits.mayTryCode(ip))) {
    note('locked')
    throw new Problem('TOO_MANY_ATTEMPTS')
  }
  if (otp !== undefined) {
    const redeemed = redeemCode({ db, clock, secret: access.secret }, email, otp)
    const { identityId } = await redeemed.catch((error) => {
      if (error instanceof Problem) note('code')
      throw error
    })
    const token = await issueExchangeToken({ db, clock }, identityId)
    const { isAsked } = await engine.ask('/exchange', { token }, 'INVALID_OTP')
    return { identityId: isAsked ? identityId : null }
  }
  // The address that comes with a token is nobody's proof, so no further token follows from it.
  const { continue: token, code } = given
  if (token === undefined || code === undefined)
    throw new Problem('invalid', 'password: or a code is required.')
  const { isAsked } = await engine.ask('/exchange', { token }, 'INVALID_OTP')
  return { identityId: isAsked ? '' : null }
}

type Engine = ReturnType<typeof openEngine>

/** Calls of the identity engine with cookies of their own, which end with this call. */
function openEngine({ access, db, publicUrl }: Asking, ip: string) {
  const cookies = new Map<string, string>()
  const origin = new URL(publicUrl).origin

  async function send(path: string, body: object | null): Promise<Response> {
    const headers = new Headers({
      'x-real-ip': isIP(ip) ? ip : '',
      origin,
      'content-type': 'application/json',
    })
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const url = new URL(`${basePathOf(publicUrl)}/identity${path}`, publicUrl)
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const answer = await requireIdentityEngine(await access.identity.handle(new Request(url, init)), db)
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  /** `isAsked` is true where the engine asks for the second factor. */
  async function read(answer: Response, refused: ProblemCode): Promise<{ isAsked: boolean }> {
    if (!answer.ok) throw await refusalOf(answer, refused)
    const { twoFactorRedirect } = (await answer.json()) as { twoFactorRedirect?: boolean }
    return { isAsked: twoFactorRedirect === true }
  }

  return {
    ...{ send, read },
    ask: async (path: string, body: object, refused: ProblemCode) => read(await send(path, body), refused),
    async signedIn() {
      const answer = await send('/token', null)
      const { token } = answer.ok ? ((await answer.json()) as { token: string }) : { token: '' }
      const known = await access.callers.ofToken(token)
      if (!known) throw new Problem('not_authenticated')
      return known
    },
  }
}
