import { expect, test } from 'vitest'
import { rgba } from './hexColour.ts'

test('writes a colour as red, green, blue and opacity from 0 to 1', () => {
  expect(rgba('#FF3300')).toEqual([1, 0.2, 0, 1])
  expect(rgba('#0000ff', 0.25)).toEqual([0, 0, 1, 0.25])
  expect(rgba('#000000', 0)).toEqual([0, 0, 0, 0])
})

test.each(['', '#fff', '0D141E', '#0D141', '#0D141E00', '#0D14GE', ' #0D141E', '#0D141E\n'])(
  'refuses %j as a colour',
  (colour) => {
    expect(() => rgba(colour)).toThrow('Invalid hex color format. Expected format: #RRGGBB.')
  },
)

test.each([-0.01, 1.01, Number.NaN])('refuses %d as an opacity', (opacity) => {
  expect(() => rgba('#0D141E', opacity)).toThrow('Opacity must be between 0 and 1.')
})
