import { createReadStream } from 'node:fs'
import http from 'node:http'
import { Readable } from 'node:stream'

import type * as Sdk from '@aws-sdk/client-s3'

import { type Guard, guardedLookup, guardedRoute, readEndpoint, resolveFault } from '@/lib/panel/outgoing/address-guard'
import { OutgoingAgent } from '@/lib/panel/outgoing/outgoing-agent'

import { ArchiveFault } from './archive-fault'
import { type ArchivePlace, alternativeName, type SpooledReport, type StoredFile } from './archive-place'
import { toS3Fault, wasNotFound } from './s3-faults'

/**
 * Agents that check every address after name resolution, so that a configured address cannot reach a private network
 * unless it is allowed.
 */
function guardedAgents(endpoint: string, guard: Guard, maxSockets: number) {
  const options = { maxSockets, keepAlive: true, lookup: guardedLookup(new URL(endpoint), guard) }
  const httpsAgent = new OutgoingAgent((target) => guardedRoute(target, guard), options)
  // Plain HTTP is limited to addresses that the operator allows, which bypass the proxy.
  return { httpAgent: new http.Agent(options), httpsAgent }
}

/**
 * Throws `ArchiveFault` for an address that is not allowed. Plain HTTP needs permission because others could read the
 * reports in transit.
 */
async function requireAllowedEndpoint(endpoint: string, guard: Guard): Promise<void> {
  const read = readEndpoint(endpoint, guard.allowed)
  if ('fault' in read) throw new ArchiveFault('address_refused', `The address is not allowed: ${read.fault}`)
  const fault = await resolveFault(read.url, guard)
  if (fault === 'unknown_host') throw new ArchiveFault('place_unreachable', `${read.url.hostname} has no address now`)
  if (fault !== undefined) throw new ArchiveFault('address_refused', `The address is not allowed: ${fault}`)
}

export type S3Settings = {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Without slashes at either end; may be empty. */
  readonly prefix: string
  readonly pathStyle: boolean
  readonly accessKey: string
  readonly secretKey: string
}

const CONNECT_MS = 5000
/** Maximum time without a byte in either direction. */
const IDLE_MS = 30_000
/** Maximum time for one part, from its first byte to the response. */
const PART_MS = 120_000
const ATTEMPTS = 3
const SOCKETS = 4
const PART_BYTES = 5 * 1024 * 1024
const PARTS_AT_ONCE = 2
/** Age at which an abandoned upload is aborted. */
const ABANDONED_MS = 10 * 60_000
/** Pages of a thousand uploads each; the limit stops at a service that always reports another page. */
const MAX_PAGES = 100
const SHA256 = 'sha256'

type Bucket = {
  readonly sdk: typeof Sdk
  readonly client: Sdk.S3Client
  readonly bucket: string
  readonly keyOf: (name: string) => string
  /** Undefined if the key does not belong to this archive. */
  readonly nameOf: (key: string) => string | undefined
  readonly root: string
}

/** Opens an S3 bucket through the AWS SDK, which is loaded only when this is called. */
export async function s3Place(settings: S3Settings, folder: string, guard: Guard): Promise<ArchivePlace> {
  await requireAllowedEndpoint(settings.endpoint, guard)
  const bucket = await openBucket(settings, folder, guard)
  return {
    put: (name, report, signal) => withS3Errors(() => putReport({ ...bucket, signal }, name, report)),
    putText: (name, text) => withS3Errors(() => putText(bucket, name, text)),
    open: (name) => withS3Errors(() => openObject(bucket, name)),
    remove: (name) => withS3Errors(() => removeObject(bucket, name)),
    tidy: (isAbandoned) => withS3Errors(() => abortAbandoned(bucket, isAbandoned)),
    freeBytes: () => Promise.resolve(null),
    close: () => bucket.client.destroy(),
  }
}

async function openBucket(settings: S3Settings, folder: string, guard: Guard): Promise<Bucket> {
  const [sdk, { NodeHttpHandler }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@smithy/node-http-handler'),
  ])
  const { endpoint, region, bucket, prefix, pathStyle, accessKey, secretKey } = settings
  const client = new sdk.S3Client({
    endpoint,
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    maxAttempts: ATTEMPTS,
    // Other services reject AWS checksums; size and hash are verified here instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    followRegionRedirects: false,
    requestHandler: new NodeHttpHandler({
      ...guardedAgents(endpoint, guard, SOCKETS),
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      requestTimeout: PART_MS,
      throwOnRequestTimeout: true,
    }),
  })
  const root = `${prefix === '' ? '' : `${prefix}/`}${folder}/`
  return {
    sdk,
    client,
    bucket,
    root,
    keyOf: (name) => `${root}${name}`,
    nameOf: (key) => (key.startsWith(root) ? key.slice(root.length) : undefined),
  }
}

async function withS3Errors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toS3Fault(error)
  }
}

type UploadTarget = Bucket & { readonly signal: AbortSignal | undefined }

/** Uploads a complete object or none: the last call combines the parts. */
async function putReport(to: UploadTarget, name: string, report: SpooledReport): Promise<string> {
  for (const each of [name, alternativeName(name, report.sha256)]) {
    const existing = await findObject(to, each)
    if (existing === undefined) {
      await upload(to, each, report)
      const stored = await findObject(to, each)
      const isStored = stored !== undefined && isSize(stored.sizeBytes, report)
      if (!isStored) throw new ArchiveFault('place_error', 'The object has another size')
      return each
    }
    if (isSize(existing.sizeBytes, report) && existing.sha256 === report.sha256) return each
  }
  throw new ArchiveFault('name_taken', name)
}

/** A proxy in front of the bucket may omit the length of an object. */
const isSize = (reportedSize: number | undefined, { sizeBytes }: SpooledReport): boolean =>
  reportedSize === undefined || reportedSize === sizeBytes

async function upload(to: UploadTarget, name: string, report: SpooledReport): Promise<void> {
  const { signal } = to
  const { Upload } = await import('@aws-sdk/lib-storage')
  const transfer = new Upload({
    client: to.client,
    params: {
      Bucket: to.bucket,
      Key: to.keyOf(name),
      Body: createReadStream(report.path),
      ContentType: report.mediaType.split(';')[0] ?? 'application/octet-stream',
      Metadata: { [SHA256]: report.sha256 },
    },
    queueSize: PARTS_AT_ONCE,
    partSize: PART_BYTES,
    leavePartsOnError: false,
  })
  const stop = () => void transfer.abort().catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    signal?.throwIfAborted()
    await transfer.done()
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

async function findObject({ sdk, client, bucket, keyOf }: Bucket, name: string) {
  try {
    const { ContentLength, Metadata } = await client.send(
      new sdk.HeadObjectCommand({ Bucket: bucket, Key: keyOf(name) }),
    )
    return { sizeBytes: ContentLength, sha256: Metadata?.[SHA256] }
  } catch (error) {
    if (wasNotFound(error)) return undefined
    throw error
  }
}

async function putText({ sdk, client, bucket, keyOf }: Bucket, name: string, text: string): Promise<void> {
  const object = { Bucket: bucket, Key: keyOf(name), Body: text, ContentType: 'application/json' }
  await client.send(new sdk.PutObjectCommand(object))
}

async function openObject({ sdk, client, bucket, keyOf }: Bucket, name: string): Promise<StoredFile | undefined> {
  try {
    const { Body, ContentLength } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }))
    if (!(Body instanceof Readable)) throw new ArchiveFault('place_error', 'The object has no content')
    return { sizeBytes: ContentLength ?? null, stream: Body }
  } catch (error) {
    if (wasNotFound(error)) return undefined
    throw error
  }
}

async function removeObject({ sdk, client, bucket, keyOf }: Bucket, name: string): Promise<void> {
  await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) }))
}

/** Parts left by killed processes cost money and do not appear in listings of objects. */
async function abortAbandoned(target: Bucket, isAbandoned: (name: string) => Promise<boolean>): Promise<void> {
  const { sdk, client, bucket, root } = target
  let marks: Pick<Sdk.ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> = {}
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const command = new sdk.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: root, ...marks })
    const { Uploads = [], IsTruncated, NextKeyMarker, NextUploadIdMarker } = await client.send(command)
    for (const upload of Uploads) await abortOne(target, upload, isAbandoned)
    if (IsTruncated !== true || NextKeyMarker === undefined) return
    marks = { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
  }
}

async function abortOne(
  { sdk, client, bucket, nameOf }: Bucket,
  { Key = '', UploadId, Initiated }: Sdk.MultipartUpload,
  isAbandoned: (name: string) => Promise<boolean>,
): Promise<void> {
  const name = nameOf(Key)
  const isOld = Date.now() - (Initiated?.getTime() ?? 0) > ABANDONED_MS
  if (name === undefined || !isOld || !(await isAbandoned(name))) return
  await client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
}
