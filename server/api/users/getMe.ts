import { getMe } from '#contract/user.ts'
import { serve } from '../serve.ts'
import { readUser } from './readUser.ts'

export const getMeRoute = serve(getMe, readUser)
