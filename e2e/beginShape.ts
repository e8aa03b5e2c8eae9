import { expect, type Page } from '@playwright/test'
import type { GeofenceShape } from '#contract/wire/geofence.ts'

const HINTS: Readonly<Record<GeofenceShape['type'], string>> = {
  circle: 'Click the centre',
  polygon: 'Click each corner',
  line: 'Click each point',
}

/** Chooses a shape to draw and waits for the instructions, which show when the map is ready. */
export async function beginShape(page: Page, type: GeofenceShape['type']) {
  await page.getByRole('button', { name: `Draw a ${type}` }).click()
  await expect(page.getByRole('status').filter({ hasText: HINTS[type] })).toBeVisible()
}
