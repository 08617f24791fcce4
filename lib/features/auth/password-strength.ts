import { createHash } from 'node:crypto'

import {
  lengthFault,
  type PasswordFault,
  type PasswordHint,
  type PasswordScore,
  type PasswordVerdict,
  passwordLength,
  MIN_ACCEPTED_SCORE,
} from '@/lib/domain/password-rules'
import { listAccountsOf } from '@/lib/features/members/statements/members'
import { findUser } from '@/lib/features/members/statements/users'
import type { Db } from '@/lib/storage/storage'

/** Facts about the user of a password, which attackers try first. */
export type PasswordOwner = {
  readonly email: string
  readonly name: string | null
  readonly accountNames: readonly string[]
}

/** The estimator's time grows more than linearly; characters after this length can only strengthen a password. */
const ESTIMATED_LENGTH = 72
/** Minimum length after removing facts about the user. */
const OWN_LENGTH = 8
const MIN_WORD_LENGTH = 3
const PRODUCT_WORDS = ['registers', 'panel', 'registers panel', 'rejestry', 'rejestr', 'monitor', 'monitoring']

/**
 * Rates a new password by its length, a list of the 10 000 most common passwords, facts about the user, and the
 * estimated number of guesses. There are no composition rules.
 */
export async function judgePassword(password: string, owner: PasswordOwner | undefined): Promise<PasswordVerdict> {
  const length = lengthFault(password)
  if (length === 'long') return { score: 0, fault: length, hint: null }
  const { estimate, isCommon } = await loadJudge()
  const typed = password.normalize('NFKC')
  const words = wordsAbout(owner)
  const { score, hint } = estimate(Array.from(typed).slice(0, ESTIMATED_LENGTH).join(''), words)
  const fault = length ?? contentFault({ typed, words, score, isCommon })
  return { score: fault === null ? score : capRefusedScore(score), fault, hint: fault === null ? null : hint }
}

/** Why a new password is refused; undefined if it is acceptable. Every place that sets a password calls this. */
export async function passwordFault(
  password: string,
  owner: PasswordOwner | undefined,
): Promise<PasswordFault | undefined> {
  return (await judgePassword(password, owner)).fault ?? undefined
}

/** A refused password must not be shown as strong. */
const capRefusedScore = (score: PasswordScore): PasswordScore => (score >= MIN_ACCEPTED_SCORE ? 2 : score)

type PasswordFacts = {
  readonly typed: string
  readonly words: readonly string[]
  readonly score: PasswordScore
  readonly isCommon: Judge['isCommon']
}

function contentFault({ typed, words, score, isCommon }: PasswordFacts): PasswordFault | null {
  if (isCommon(typed)) return 'common'
  if (passwordLength(removeWords(typed, words)) < OWN_LENGTH) return 'about_you'
  return score < MIN_ACCEPTED_SCORE ? 'guessable' : null
}

function wordsAbout(owner: PasswordOwner | undefined): readonly string[] {
  const texts = owner ? [owner.email, owner.name ?? '', ...owner.accountNames] : []
  const parts = texts.flatMap((text) => [text, ...text.split(/[\s@.,_+"„”-]+/)])
  const words = [...parts, ...PRODUCT_WORDS].map((word) => word.normalize('NFKC').toLowerCase())
  const uniqueWords = new Set(words.filter((word) => word.length >= MIN_WORD_LENGTH))
  // Longest first, so that removing a part does not prevent removing the whole word.
  return [...uniqueWords].toSorted((a, b) => b.length - a.length)
}

const removeWords = (typed: string, words: readonly string[]): string =>
  words.reduce((rest, word) => rest.replaceAll(word, ''), typed.toLowerCase())

type Estimate = { readonly score: PasswordScore; readonly hint: PasswordHint | null }
type Judge = {
  readonly estimate: (password: string, words: readonly string[]) => Estimate
  readonly isCommon: (password: string) => boolean
}

/** Loaded with the first new password, because its dictionaries take 8 MB and 25 ms. */
let judge: Promise<Judge> | undefined
const loadJudge = (): Promise<Judge> => (judge ??= createJudge())

async function createJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }, { polishPasswordWords }, { default: common }] =
    await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
      import('./polish-password-words'),
      import('@/data/common-passwords.json'),
    ])
  const estimator = new ZxcvbnFactory({
    graphs: adjacencyGraphs,
    dictionary: { ...dictionary, 'polish-words': [...polishPasswordWords] },
    maxLength: ESTIMATED_LENGTH,
  })
  const beginnings = Buffer.from(common.sha256_beginnings, 'base64')
  const commonHashes = new Set<string>()
  for (let at = 0; at < beginnings.length; at += common.bytes_each) {
    commonHashes.add(beginnings.toString('hex', at, at + common.bytes_each))
  }
  return {
    estimate: (password, words) => {
      const { score, sequence } = estimator.check(password, [...words])
      return { score, hint: hintOf(sequence) }
    },
    isCommon: (password) => {
      const hash = createHash('sha256').update(password.toLowerCase()).digest()
      return commonHashes.has(hash.toString('hex', 0, common.bytes_each))
    },
  }
}

const hintByPattern: Readonly<Record<string, PasswordHint>> = {
  repeat: 'no_repeats',
  sequence: 'no_sequences',
  wordSequence: 'no_sequences',
  spatial: 'no_keys_in_a_row',
  date: 'no_dates',
  regex: 'no_dates',
}

function hintOf(sequence: readonly { pattern: string; token: string; l33t?: unknown }[]): PasswordHint {
  const guessed = sequence.filter(({ pattern }) => pattern !== 'bruteforce' && pattern !== 'separator')
  const [longest] = guessed.toSorted((a, b) => b.token.length - a.token.length)
  if (longest?.l33t === true) return 'no_swaps'
  return hintByPattern[longest?.pattern ?? ''] ?? 'more_words'
}

/** Facts about a user that a password must not consist of; undefined for an unknown user. */
export async function readPasswordOwner(db: Db, userId: string): Promise<PasswordOwner | undefined> {
  const user = await findUser(db, userId)
  if (!user) return undefined
  const accounts = await listAccountsOf(db, userId)
  return { email: user.email, name: user.name, accountNames: accounts.map(({ name }) => name) }
}
