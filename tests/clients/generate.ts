/**
 * Prints TypeScript types for the OpenAPI document on standard input. openapi-typescript builds them with the compiler API of
 * TypeScript 5, which version 7 no longer has; @ts-morph/common carries one.
 */
import { registerHooks } from 'node:module';
import { text } from 'node:stream/consumers';

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
});
const { default: openapiTS, astToString } = await import('openapi-typescript');
process.stdout.write(astToString(await openapiTS(JSON.parse(await text(process.stdin)))));
