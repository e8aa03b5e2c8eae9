import { dismissFirstSteps as dismiss } from '#contract/user.ts'
import { call } from './call.ts'

export const dismissFirstSteps = () => call(dismiss, {})
