import { Problem } from '#contract/wire/errors.ts'
import { requestCode, verifyCode } from '#contract/wire/user.ts'
import { issueExchangeToken } from '#server/access/issueExchangeToken.ts'
import type { RefusedReason } from '#server/access/refusals.ts'
import { redeemCode, sendCode } from '#server/access/signInCodes.ts'
import { type Routes, serve } from '../serve.ts'

export const authRoutes: Routes = [
  /** Answers before looking the address up, so that neither words nor time reveal which addresses have an account. */
  serve(requestCode, async ({ body, ip, language, background, access, ...services }) => {
    if (!(await access.limits.mayAskForCode(ip))) throw new Problem('too_many')
    background.run('sending a sign-in code', () => sendCode({ ...services, ...access }, body.email, language))
    return { ok: true }
  }),
  serve(verifyCode, async ({ body, ip, db, clock, access, background }) => {
    const refuse = (reason: RefusedReason) =>
      background.run('noting a refused sign-in', () => access.refusals.signInByEmail(body.email, reason, ip))
    if (!(await access.limits.mayTryCode(ip))) {
      refuse('locked')
      throw new Problem('too_many')
    }
    const redeemed = redeemCode({ db, clock, secret: access.secret }, body.email, body.otp)
    const { identityId } = await redeemed.catch((error) => {
      if (error instanceof Problem) refuse('code')
      throw error
    })
    return { token: await issueExchangeToken({ db, clock }, identityId) }
  }),
]
