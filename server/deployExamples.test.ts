import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROLES, SECRET_SETTINGS, Settings } from './settings.ts'

const folder = new URL('../deploy/kubernetes/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')

test('each role has pods that are probed, bounded and no root', () => {
  const files = [...(/resources: \[(.+)\]/.exec(read('kustomization.yaml'))?.[1] ?? '').split(', ')]
  expect(files.toSorted()).toEqual(
    readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml'),
  )
  for (const role of ROLES) {
    const text = read(`${role}.yaml`)
    expect(text).toMatch(new RegExp(`- name: ROLES\\n +value: ${role}\\n`))
    expect(text).toMatch(/readinessProbe:\n +httpGet:\n +path: \/ready\n/)
    expect(text).toMatch(/livenessProbe:\n +httpGet:\n +path: \/health\n/)
    expect(text).toMatch(/runAsNonRoot: true/)
    expect(text).toMatch(/limits:\n +memory: \d/)
  }
})

test('what the examples set are settings that there are, and secrets stand nowhere', () => {
  const set = read('settings.env')
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0] ?? '')
  const secret = [...read('kustomization.yaml').matchAll(/--from-literal=(\w+)=/g)].map(
    ([, name = '']) => name,
  )
  expect(set.filter((name) => !(name in Settings.shape))).toEqual([])
  expect(set.filter((name) => SECRET_SETTINGS.some((one) => one === name))).toEqual([])
  expect(secret.filter((name) => !SECRET_SETTINGS.some((one) => one === name))).toEqual([])
})
