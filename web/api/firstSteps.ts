import { dismissFirstSteps as dismiss } from '#contract/wire/user.ts'
import { call } from './call.ts'

export const dismissFirstSteps = () => call(dismiss, {})
