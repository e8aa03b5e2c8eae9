import { z } from 'zod'

const MIN_LENGTH = 6

/** A new password must be typed twice. */
export const PasswordForm = z
  .object({
    current: z.string().min(1, 'Current password is required'),
    next: z.string().min(MIN_LENGTH, 'New password must be at least 6 characters').max(200),
    repeated: z.string().min(MIN_LENGTH, 'New password must be repeated'),
  })
  .refine(({ next, repeated }) => next === repeated, { message: 'Passwords must match', path: ['repeated'] })
