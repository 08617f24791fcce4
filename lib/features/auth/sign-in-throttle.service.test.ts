import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { createSignInThrottle, type SignInThrottle } from './sign-in-throttle'

const LIMITS = { name: 'test', perEmailAndAddress: 3, perAddress: 8, perEmail: 6 }

describe.each(engines)('the sign-in throttle on %s', (engine) => {
  let service: TestService
  let throttle: SignInThrottle
  beforeAll(async () => {
    // The limits use the machine's clock.
    vi.useFakeTimers({ toFake: ['Date'] })
    service = await startTestService({ engine })
    throttle = createSignInThrottle(service.storage, LIMITS)
  })
  afterAll(async () => {
    vi.useRealTimers()
    await service.stop()
  })

  const advanceClock = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
  const newEmail = () => `${randomUUID()}@example.test`
  let networks = 0
  const newAddress = () => {
    networks += 1
    return `2001:db8:0:${networks.toString(16)}::1`
  }
  const waitOf = async (email: string, address: string, limiter = throttle) => {
    const admission = await limiter.attempt({ email, address })
    return admission.ok ? 0 : admission.waitS
  }

  it('lengthens the pauses, and does not count refused attempts', async () => {
    const [email, address] = [newEmail(), newAddress()]
    const lenientThrottle = createSignInThrottle(service.storage, { ...LIMITS, name: 'patient', perEmail: 100 })
    for (let free = 0; free < LIMITS.perEmailAndAddress; free += 1)
      expect(await waitOf(email, address, lenientThrottle)).toBe(0)
    for (const pause of [60, 120, 240, 480, 900, 900]) {
      expect(await waitOf(email, address, lenientThrottle)).toBe(pause)
      for (let more = 0; more < 5; more += 1) await waitOf(email, address, lenientThrottle)
      advanceClock(pause - 1)
      expect(await waitOf(email, address, lenientThrottle)).toBe(1)
      advanceClock(1)
      expect(await waitOf(email, address, lenientThrottle)).toBe(0)
    }
  })

  it('admits no more attempts in a burst than one after the other', async () => {
    const [email, address] = [newEmail(), newAddress()]
    const burst = await Promise.all(Array.from({ length: 20 }, () => waitOf(email, address)))
    expect(burst.filter((wait) => wait === 0)).toHaveLength(LIMITS.perEmailAndAddress)
    // It is undefined which of several concurrent attempts starts the pause.
    const longest = Math.max(...burst)
    expect(longest).toBeLessThanOrEqual(900)
    advanceClock(longest)
    const later = await Promise.all(Array.from({ length: 20 }, () => waitOf(email, address)))
    expect(later.filter((wait) => wait === 0)).toHaveLength(1)
  })

  it('resets after a correct attempt', async () => {
    const [email, address] = [newEmail(), newAddress()]
    for (let round = 0; round < 5; round += 1) {
      for (let free = 1; free < LIMITS.perEmailAndAddress; free += 1) expect(await waitOf(email, address)).toBe(0)
      expect(await waitOf(email, address)).toBe(0)
      await throttle.succeeded({ email, address })
    }
  })

  it('slows down an address whatever the e-mail, but not a person who is known there', async () => {
    const address = newAddress()
    const colleague = newEmail()
    expect(await waitOf(colleague, address)).toBe(0)
    await throttle.succeeded({ email: colleague, address })
    for (let guess = 0; guess < LIMITS.perAddress; guess += 1) expect(await waitOf(newEmail(), address)).toBe(0)
    expect(await waitOf(newEmail(), address)).toBe(60)
    // All addresses of an IPv6 /64 network count as one.
    expect(await waitOf(newEmail(), address.replace('::1', ':5:6:7:8'))).toBe(60)
    expect(await waitOf(newEmail(), newAddress())).toBe(0)
    expect(await waitOf(colleague, address)).toBe(0)
  })

  it('does not reset the guesses of an attacker who also signs in to their own account', async () => {
    const [address, ownEmail] = [newAddress(), newEmail()]
    let guesses = 0
    for (; guesses < 50; guesses += 1) {
      if ((await waitOf(newEmail(), address)) > 0) break
      expect(await waitOf(ownEmail, address)).toBe(0)
      await throttle.succeeded({ email: ownEmail, address })
    }
    expect(guesses).toBeLessThanOrEqual(LIMITS.perAddress)
  })

  it('blocks nobody for longer than two minutes, however many addresses attack', async () => {
    const email = newEmail()
    const home = newAddress()
    expect(await waitOf(email, home)).toBe(0)
    await throttle.succeeded({ email, address: home })
    const attack = async () => {
      let passed = 0
      for (let each = 0; each < 60; each += 1) if ((await waitOf(email, newAddress())) === 0) passed += 1
      return passed
    }
    expect(await attack()).toBe(LIMITS.perEmail)
    expect(await waitOf(email, home)).toBe(0)
    const travelling = newAddress()
    const wait = await waitOf(email, travelling)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(120)
    advanceClock(wait - 1)
    await attack()
    expect(await waitOf(email, travelling)).toBe(1)
    advanceClock(1)
    await attack()
    // The wait is over, and its single attempt has not been used by anyone else.
    expect(await waitOf(email, travelling)).toBe(0)
    expect(await waitOf(email, travelling)).toBeGreaterThan(0)
  })

  it('counts an unknown e-mail in any spelling, and each kind of secret separately', async () => {
    const [email, address] = [newEmail(), newAddress()]
    const codes = createSignInThrottle(service.storage, { ...LIMITS, name: 'codes' })
    for (let free = 0; free < LIMITS.perEmailAndAddress; free += 1) await waitOf(email, address)
    expect(await waitOf(email, address)).toBe(60)
    expect(await waitOf(` ${email.toUpperCase()} `, address)).toBe(60)
    expect(await codes.attempt({ email, address })).toEqual({ ok: true })
  })

  it('does not count a withdrawn attempt', async () => {
    const [email, address] = [newEmail(), newAddress()]
    for (let round = 0; round < 20; round += 1) {
      expect(await waitOf(email, address)).toBe(0)
      await throttle.withdrawn({ email, address })
    }
  })

  it('counts across instances only on a shared PostgreSQL', async () => {
    const [email, address] = [newEmail(), newAddress()]
    for (let free = 0; free < LIMITS.perEmailAndAddress; free += 1) await waitOf(email, address)
    const another = createSignInThrottle(service.storage, LIMITS)
    const expected = engine === 'postgres' ? { ok: false, waitS: 60 } : { ok: true }
    expect(await another.attempt({ email, address })).toEqual(expected)
  })
})
