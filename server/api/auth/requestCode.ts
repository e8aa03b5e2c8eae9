import { Problem } from '#contract/wire/errors.ts'
import { requestCode } from '#contract/wire/user.ts'
import { sendCode } from '#server/access/signInCodes.ts'
import { serve } from '../serve.ts'

/** Answers before it looks the address up, so that neither words nor time tell who has an account. */
export const requestCodeRoute = serve(
  requestCode,
  async ({ body, ip, language, background, access, ...services }) => {
    if (!(await access.limits.mayAskForCode(ip))) throw new Problem('too_many')
    background.run('sending a sign-in code', () => sendCode({ ...services, ...access }, body.email, language))
    return { ok: true }
  },
)
