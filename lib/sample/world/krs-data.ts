import { addDays, daysBetween } from '@/lib/domain/calendar'
import { KRS_FIELDS } from '@/lib/service/documents/krs-fields'
import { dottedDay, zlote } from '@/lib/service/documents/polish'
import type { RegisterChange } from '@/lib/service/registers/register-changes'
import { sharesOf } from '@/lib/service/registers/share-count'
import type { RelationTable } from '@/lib/service/registers/tables'

import { activitiesOf } from '../registers/activities'
import { workingDayUpTo } from '../registers/entry-days'
import { nextFilingOf, nextYearOf } from '../registers/rdf-filings'
import type { FieldChange } from './krs-entry'
import type { WorldCompany } from './world'
import { idIn, type Scene } from './world-change'

type ChangeMaker = (scene: Scene, company: WorldCompany) => Promise<FieldChange | undefined>

const STREETS = ['Nowa', 'Handlowa', 'Składowa', 'Parkowa', 'Okrężna', 'Sadowa', 'Zielona', 'Przemysłowa']

/** Always possible; the new address differs from the old one. */
export const addressChange: ChangeMaker = ({ random }, company) => {
  const street = `${random.pick(STREETS.filter((name) => !company.street?.startsWith(name)))} ${random.int(1, 120)}`
  return Promise.resolve({
    title: 'Zmiana adresu siedziby',
    section: 'Dział 1, rubryka 2: Siedziba i adres podmiotu',
    field: KRS_FIELDS.street,
    old_value: company.street,
    new_value: street,
    changes: [{ kind: 'company', id: company.id, set: { street } }],
  })
}

const ADDED = ['PLUS', 'NOVA', 'EXPERT', 'PARTNER']

/** Adds or replaces a word, in front of the legal form if the name ends with it. */
function newNameOf(random: Scene['random'], { name, legal_form }: WorldCompany): string {
  const form = name.indexOf(` ${legal_form}`)
  const [baseName, rest] = form < 0 ? [name, ''] : [name.slice(0, form), name.slice(form)]
  const previousWord = ADDED.find((word) => baseName.endsWith(` ${word}`))
  const stem = previousWord === undefined ? baseName : baseName.slice(0, -previousWord.length - 1)
  return `${stem} ${random.pick(ADDED.filter((word) => word !== previousWord))}${rest}`
}

export const nameChange: ChangeMaker = ({ random }, company) =>
  Promise.resolve(nameFieldChange(company, newNameOf(random, company), 'Zmiana nazwy'))

export const nameFieldChange = (company: WorldCompany, name: string, title: string): FieldChange => ({
  title,
  section: 'Dział 1, rubryka 1: Dane podmiotu',
  field: KRS_FIELDS.name,
  old_value: company.name,
  new_value: name,
  changes: [{ kind: 'company', id: company.id, set: { name } }],
})

const pln = (amount: number): string => `${amount},00 PLN`
const AMOUNT = /łącznej wysokości .*$/u

/** The nominal value of every share increases, so that all holders retain their percentages. */
export const capitalChange: ChangeMaker = async (scene, company) => {
  const { random, world } = scene
  const before = company.share_capital
  if (before === null || before <= 0 || before > 50_000_000) return undefined
  const capital = before * random.pick([2, 2, 3])
  const holders = (await world.holdersOf(company.id)).filter(({ role }) => role === 'shareholder')
  const raisedHoldings = holders.flatMap((relation) => raiseHolding(scene, relation, { before, capital, all: holders }))
  return {
    title: 'Zmiana kapitału zakładowego',
    section: 'Dział 1, rubryka 8: Kapitał spółki',
    field: KRS_FIELDS.capital,
    old_value: pln(before),
    new_value: pln(capital),
    changes: [{ kind: 'company', id: company.id, set: { share_capital: capital } }, ...raisedHoldings],
  }
}

type CapitalRaise = { readonly before: number; readonly capital: number; readonly all: readonly RelationTable[] }

/** A holding that states its amount is deleted and entered again with the higher one. */
function raiseHolding(scene: Scene, relation: RelationTable, { capital, all }: CapitalRaise): RegisterChange[] {
  const count = sharesOf(relation.detail)
  if (count === null || !AMOUNT.test(relation.detail)) return []
  const total = all.reduce((sum, { detail }) => sum + (sharesOf(detail) ?? 0), 0)
  const amount = Math.round((capital / total) * count)
  const detail = relation.detail.replace(AMOUNT, `łącznej wysokości ${zlote(amount)}`)
  const id = idIn(scene, `raised|${relation.id}`)
  return [
    { kind: 'former', relation, until: scene.day },
    { kind: 'holder', relation: { ...relation, id, detail, since: scene.day } },
  ]
}

export const activityChange: ChangeMaker = ({ random }, company) => {
  const others = activitiesOf(company.name).filter((each) => each !== company.main_activity)
  if (others.length === 0) return Promise.resolve(undefined)
  const code = random.pick(others)
  return Promise.resolve({
    title: 'Zmiana przedmiotu działalności',
    section: 'Dział 3, rubryka 1: Przedmiot działalności',
    field: KRS_FIELDS.activity,
    old_value: company.main_activity,
    new_value: code,
    changes: [{ kind: 'company', id: company.id, set: { main_activity: code } }],
  })
}

export const statementFiled: ChangeMaker = async (scene, company) => {
  const { random, world, day } = scene
  if (company.share_capital === null) return undefined
  const last = await world.lastStatementOf(company.id)
  const year = nextYearOf(company, last)
  const filedOn = workingDayUpTo(addDays(day, -random.int(2, 12)))
  const isDue = `${year}-12-31` < addDays(filedOn, -20) && daysBetween(`${year}-12-31`, day) < 3 * 365
  if (!isDue || (last && last.filed_on > filedOn)) return undefined
  const documents = nextFilingOf(company, last, { random, filedOn })
  const statement = documents.find(({ financials }) => financials !== null)
  if (!statement) return undefined
  const period = `za okres od ${dottedDay(statement.period_start)} do ${dottedDay(statement.period_end)}`
  return {
    title: 'Wzmianka o złożeniu sprawozdania finansowego',
    section: 'Dział 3, rubryka 2: Wzmianki o złożonych dokumentach',
    field: KRS_FIELDS.statement,
    old_value: null,
    new_value: `Roczne sprawozdanie finansowe ${period}, złożono ${dottedDay(filedOn)}`,
    changes: documents
      .filter(({ filed_on }) => filed_on <= day)
      .map((document) => ({ kind: 'document' as const, document })),
  }
}
