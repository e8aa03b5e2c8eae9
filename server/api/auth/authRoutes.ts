import { Problem } from '#contract/wire/errors.ts'
import { requestCode, verifyCode } from '#contract/wire/user.ts'
import { issueExchangeToken } from '#server/access/exchange.ts'
import { redeemCode, sendCode } from '#server/access/signInCodes.ts'
import { type Routes, serve } from '../serve.ts'

export const authRoutes: Routes = [
  /** Answers before looking the address up, so that neither words nor time reveal which addresses have an account. */
  serve(requestCode, async ({ body, ip, language, background, access, ...services }) => {
    if (!(await access.limits.mayAskForCode(ip))) throw new Problem('too_many')
    background.run('sending a sign-in code', () => sendCode({ ...services, ...access }, body.email, language))
    return { ok: true }
  }),
  serve(verifyCode, async ({ body, ip, db, clock, access }) => {
    if (!(await access.limits.mayTryCode(ip))) throw new Problem('too_many')
    const { identityId } = await redeemCode({ db, clock, secret: access.secret }, body.email, body.otp)
    return { token: await issueExchangeToken({ db, clock }, identityId) }
  }),
]
