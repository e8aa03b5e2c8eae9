import { expect, type Page } from '@playwright/test'
import type { GeofenceShape } from '#contract/wire/geofence.ts'

const HINTS: Readonly<Record<GeofenceShape['type'], string>> = {
  circle: 'Click the centre',
  polygon: 'Click each corner',
  line: 'Click each point',
}

/** Chooses what to draw and waits until the map can be drawn on, which is when it says how. */
export async function beginShape(page: Page, type: GeofenceShape['type']) {
  await page.getByRole('button', { name: `Draw a ${type}` }).click()
  await expect(page.getByRole('status').filter({ hasText: HINTS[type] })).toBeVisible()
}
