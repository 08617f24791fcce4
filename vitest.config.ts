import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

/** Test files share modules, which halves the time. A file that replaces a module loads it again itself. */
const isolate = false
/** Long enough for results on a busy machine. */
const expectOptions = { poll: { timeout: 30_000 } }
const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') }

/** `unit`: pure and fast, part of `npm run check`. `service`: through the real HTTP server on both storage engines. */
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
          expect: expectOptions,
          // For a busy machine: a generated test takes seconds on a fast one.
          testTimeout: 60_000,
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
          // Runs after the unit tests. Few workers, because each drives its own servers and databases, and waits more
          // than it works.
          sequence: { groupOrder: 1 },
          include: ['lib/**/*.service.test.ts'],
          globalSetup: ['scripts/bundle-for-tests.mjs', 'lib/testing/store-folder.ts'],
          expect: expectOptions,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 4,
        },
      },
    ],
  },
})
