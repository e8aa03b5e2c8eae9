import { Problem } from '#contract/wire/errors.ts'
import { verifyCode } from '#contract/wire/user.ts'
import { issueExchangeToken } from '#server/access/exchange.ts'
import { redeemCode } from '#server/access/signInCodes.ts'
import { serve } from '../serve.ts'

export const verifyCodeRoute = serve(verifyCode, async ({ body, ip, db, clock, access }) => {
  if (!(await access.limits.mayTryCode(ip))) throw new Problem('too_many')
  const { identityId } = await redeemCode({ db, clock, secret: access.secret }, body.email, body.otp)
  return { token: await issueExchangeToken({ db, clock }, identityId) }
})
