import { expect } from '@playwright/test'

/**
 * Expectations of the drawing of a map or a 3D view: on a loaded machine one picture of software WebGL takes many
 * seconds.
 */
export const drawn = expect.configure({ timeout: 60_000 })
