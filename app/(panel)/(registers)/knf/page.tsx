import { registerPage } from '../register-page'

const { metadata, Page } = registerPage('knf', 'registers')
export const generateMetadata = metadata
export default Page
