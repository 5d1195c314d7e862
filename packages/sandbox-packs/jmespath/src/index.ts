export * from '@jmespath-community/jmespath';
export { default } from '@jmespath-community/jmespath';
