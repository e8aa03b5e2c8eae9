import { z } from 'zod'

/** The address of tiles, in which whoever asks for one puts its numbers. */
export const TileAddress = z
  .string()
  .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), {
    message: 'must hold {z}, {x} and {y}',
  })
