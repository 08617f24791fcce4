import { expect, it, vi } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'

import { requestProof, registerProofHost, readProofRequested, settleProof, withProof } from './proof'

const refused = new ApiError('Prove it', { status: 403, code: 'proof_required' })

it('a call refused for lack of a proof is repeated after the proof', async () => {
  const leave = registerProofHost()
  const call = vi.fn().mockRejectedValueOnce(refused).mockResolvedValueOnce('done')
  const answer = withProof<unknown>(call)
  await expect.poll(() => readProofRequested()).toBe(true)
  expect(call).toHaveBeenCalledTimes(1)
  settleProof(true)
  expect(await answer).toBe('done')
  expect(readProofRequested()).toBe(false)
  leave()
})

it('simultaneous calls share one request for a proof, and fail with their errors without one', async () => {
  const leave = registerProofHost()
  const answers = [withProof(() => Promise.reject(refused)), withProof(() => Promise.reject(refused))]
  const settled = Promise.allSettled(answers)
  await expect.poll(() => readProofRequested()).toBe(true)
  await Promise.resolve()
  settleProof(false)
  expect(await settled).toMatchObject([{ reason: refused }, { reason: refused }])
  leave()
})

it('no proof is requested without a host, or after another refusal', async () => {
  expect(await requestProof()).toBe(false)
  const leave = registerProofHost()
  const other = new ApiError('No', { status: 403, code: 'role_required' })
  await expect(withProof(() => Promise.reject(other))).rejects.toBe(other)
  expect(readProofRequested()).toBe(false)
  const open = requestProof()
  leave()
  expect(await open).toBe(false)
})
