/** Vitest's global setup of the service tests: some of them start the bundled service as a process of its own. */
export { bundleIfStale as setup } from './bundle.mjs'
