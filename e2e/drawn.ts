import { expect } from '@playwright/test'

/** Expectations of what a map or a 3D view draws: on a loaded machine one picture of software WebGL takes many seconds. */
export const drawn = expect.configure({ timeout: 60_000 })
