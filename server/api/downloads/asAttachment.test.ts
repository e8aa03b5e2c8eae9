import { expect, test } from 'vitest'
import { asAttachment } from './asAttachment.ts'

test('keeps the letters of a file name, and adds a plain name for old clients', () => {
  expect(asAttachment('Þór-Ægir_calc.csv')).toBe(
    `attachment; filename="-or--gir_calc.csv"; filename*=UTF-8''%C3%9E%C3%B3r-%C3%86gir_calc.csv`,
  )
  expect(asAttachment('海鷗_2026.csv')).toContain("filename*=UTF-8''%E6%B5%B7%E9%B7%97_2026.csv")
})

test('ends no header and begins none by a file name', () => {
  expect(asAttachment('a"b\r\nset-cookie: c.csv')).toBe(
    `attachment; filename="a-b-set-cookie-c.csv"; filename*=UTF-8''a%22b%0D%0Aset-cookie%3A%20c.csv`,
  )
})
