import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/stores/relational/schema.ts', './server/stores/relational/identitySchema.ts'],
  out: './server/stores/relational/migrations',
  casing: 'snake_case',
})
