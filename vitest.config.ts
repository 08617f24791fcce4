import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

/** Files that share their modules need half the time. One that replaces a module loads it afresh itself. */
const isolate = false
/** What comes in the end is waited for as long as a busy machine may need. */
const patient = { poll: { timeout: 30_000 } }
const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') }

/** `unit`: pure and fast, part of `npm run check`. `service`: through the real HTTP door on both storage engines. */
export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          isolate,
          // Vitest would leave a core idle, which is half of a small machine.
          maxWorkers: '100%',
          expect: patient,
          sequence: { groupOrder: 0 },
          include: [
            'lib/**/*.test.ts',
            'components/**/*.test.ts',
            'components/**/*.test.tsx',
            'messages/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.service.test.ts', '**/node_modules/**'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'service',
          isolate,
          // After the pure ones: their workers are few, because each drives servers and databases of its own, and one waits more than it works.
          sequence: { groupOrder: 1 },
          include: ['lib/**/*.service.test.ts'],
          globalSetup: ['scripts/bundle-for-tests.mjs', 'lib/testing/store-folder.ts'],
          expect: patient,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 4,
        },
      },
    ],
  },
})
