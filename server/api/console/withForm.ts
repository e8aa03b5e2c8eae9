import { createHash } from 'node:crypto'

/** How people sign in: with a mailed code or a password, in the demo or elsewhere. Null with an external provider. */
export type Way = 'code' | 'code demo' | 'password' | null

/** The way of an installation without an external provider. */
export const wayOf = (mails: boolean, demo: boolean): Way =>
  mails ? (demo ? 'code demo' : 'code') : 'password'

/** Forms of the build by way and language, as HTML. */
export type Forms = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The page before sign-in with the form of this way: in English, and beside it those of other languages. */
export function withForm(page: string, way: Way, forms: Forms): string {
  const { en, ...others } = (way && forms[way]) || {}
  if (!en) return page
  const templates = Object.entries(others).map(
    ([language, form]) => `<template lang="${language}">${mainOf(form)}</template>`,
  )
  return page
    .replace('<html', () => `<html data-way="${way}"`)
    .replace('<div id="root"></div>', () => `<div id="root">${en}</div>${templates.join('')}`)
}

/** All that has words; the rest is the same in each language. */
const mainOf = (form: string) => /<main[\s\S]*<\/main>/.exec(form)?.[0] ?? ''

/** Sources for `script-src` of the scripts that stand in the page. */
export const scriptHashes = (page: string): string[] =>
  [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
