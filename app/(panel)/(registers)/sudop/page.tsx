import { registerPage } from '../register-page'

const { metadata, Page } = registerPage('sudop', 'sudop')
export const generateMetadata = metadata
export default Page
