import { z } from 'zod'

/** The address of tiles, with placeholders for the numbers of a tile. */
export const TileAddress = z
  .string()
  .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), {
    message: 'must hold {z}, {x} and {y}',
  })
