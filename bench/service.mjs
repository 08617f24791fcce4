// npm run bench:service
