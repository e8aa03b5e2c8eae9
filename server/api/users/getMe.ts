import { getMe } from '#contract/wire/user.ts'
import { serve } from '../serve.ts'
import { readUser } from './readUser.ts'

export const getMeRoute = serve(getMe, readUser)
